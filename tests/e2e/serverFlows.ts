/**
 * The files of browser tests that also run against a server (the project `server`), with the titles of those tests that
 * do not, each with its reason. Tests tagged `@no-server` do not run there, either, because of the time.
 */
export const serverFlows: Readonly<Record<string, readonly string[]>> = {
  'brokenStorage.spec.ts': [],
  'composer.spec.ts': [],
  'contentSecurityPolicy.spec.ts': [
    // Headers of a static host. tests/server/safety.test.ts has those of a server.
    'every response has the policy of the page, forbids frames, and keeps its type',
    // Reads only the build, which is the same.
    'the policy allows no inline or evaluated script',
  ],
  'drafts.spec.ts': [
    // A server has the code of mutations itself.
    'a post waits if the code of mutations does not load, and is sent after Reload',
  ],
  'droppedFiles.spec.ts': [],
  'earlyInput.spec.ts': [],
  'feeds.spec.ts': [],
  'firstPaint.spec.ts': [],
  'follow.spec.ts': [],
  'graphiql.spec.ts': [],
  'guards.spec.ts': [],
  'hostileText.spec.ts': [],
  'keyboard.spec.ts': [],
  'live.spec.ts': [],
  'login.spec.ts': [
    // A server has the code of error messages itself.
    'a refused log-in asks to reload if the code of error messages does not load',
  ],
  'pageFocus.spec.ts': [],
  'people.spec.ts': [],
  'persistence.spec.ts': [],
  'pictures.spec.ts': [],
  'post.spec.ts': [],
  'profile.spec.ts': [],
  'publicPages.spec.ts': [
    // A server knows the addresses of the app.
    'a host that returns 404.html for unknown addresses opens each page',
  ],
  'search.spec.ts': [
    // The latency that it chooses is not the default on a server, so the badge of the lab is in the way.
    'shows its whole placeholder in a window of 320 px',
  ],
  'sessions.spec.ts': [],
  'settings.spec.ts': [],
  'shortcuts.spec.ts': [],
  'signup.spec.ts': [],
  'threads.spec.ts': [],
}

/**
 * The other files of browser tests, and folders of them, by the reason why they do not run against a server.
 * tests/structure/serverFlows.test.ts checks that each file is in one of the two tables.
 */
export const browserFlows: Readonly<Record<string, readonly string[]>> = {
  'checks how a page looks or handles input, which does not depend on the host; left out because of the time': [
    'axe.spec.ts',
    'landing.spec.ts',
    'largeText.spec.ts',
    'layout.spec.ts',
    'mentions.spec.ts',
    'share.spec.ts',
    'texts.spec.ts',
    'theme.spec.ts',
    'toasts.spec.ts',
  ],
  'sets the clock of the page, by which a server does not date posts': ['locales.spec.ts'],
  'is about the database in the browser': [
    'data.spec.ts',
    'multiTabRecovery.spec.ts',
    'pageKill.spec.ts',
    'recovery.spec.ts',
  ],
  'starts with posts that the lab generates in the browser': [
    'keptPositions.spec.ts',
    'longLists.spec.ts',
    'longListScroll.spec.ts',
  ],
  'is about the lab, which has no data tools and other defaults on a server': [
    'lab.spec.ts',
    'labData.spec.ts',
    'reactions/',
  ],
  'is about builds with other settings, or `npm start`': ['builds.spec.ts', 'start.spec.ts'],
  'needs the service worker with the backend: server.spec.ts tests the one that a server sends': ['worker/'],
}

/** The tests of what only a server has. */
export const onlyOnServer = 'server.spec.ts'

/** Matches the titles of the tests that the project leaves out. */
export const notOnServer = new RegExp(
  [
    '@no-server',
    ...Object.values(serverFlows)
      .flat()
      .map((title) => title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')),
  ].join('|'),
)
