/**
 * The files of browser tests that also run against a server (the project `server`), with the titles of those tests that
 * do not: they depend on the page alone, or speak of data in the browser, or of files or headers that a server does not
 * send (tests/server/safety.test.ts has those that it sends). Tests tagged @all are left out.
 */
export const serverFlows: Readonly<Record<string, readonly string[]>> = {
  'composer.spec.ts': [],
  'contentSecurityPolicy.spec.ts': [
    'every response has the policy of the page, forbids frames, and keeps its type',
    'the policy allows no inline or evaluated script',
  ],
  'drafts.spec.ts': [
    'a post waits if the code of mutations does not load, and is sent after Reload',
    'a pasted and a dropped picture are attached',
    'the hint for the alt text is clear of the focus ring, and the reminder looks different',
  ],
  'droppedFiles.spec.ts': [],
  'feeds.spec.ts': [],
  'follow.spec.ts': [],
  'graphiql.spec.ts': [],
  'guards.spec.ts': [],
  'hostileText.spec.ts': [],
  'keyboard.spec.ts': [],
  'live.spec.ts': [],
  'login.spec.ts': ['a refused log-in asks to reload if the code of error messages does not load'],
  'pageFocus.spec.ts': [],
  'people.spec.ts': [],
  'persistence.spec.ts': [],
  'pictures.spec.ts': [],
  'post.spec.ts': ['asks on Escape or Cancel before a changed text is discarded, and the edit button gets the focus'],
  'profile.spec.ts': [],
  'publicPages.spec.ts': ['a host that returns 404.html for unknown addresses opens each page'],
  'search.spec.ts': ['shows its whole placeholder in a window of 320 px'],
  'sessions.spec.ts': [],
  'settings.spec.ts': [],
  'shortcuts.spec.ts': [],
  'signup.spec.ts': [],
}

/**
 * The other files of browser tests, and folders of them, by the reason why they do not run against a server.
 * tests/structure/serverFlows.test.ts checks that each file is in one of the two tables.
 */
export const browserFlows: Readonly<Record<string, readonly string[]>> = {
  'depends on the page alone': [
    'axe.spec.ts',
    'earlyInput.spec.ts',
    'landing.spec.ts',
    'largeText.spec.ts',
    'layout.spec.ts',
    'locales.spec.ts',
    'share.spec.ts',
    'texts.spec.ts',
    'theme.spec.ts',
    'toasts.spec.ts',
  ],
  'speaks of storage in the browser': [
    'brokenStorage.spec.ts',
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
  'speaks of the tools or faults of the lab; tests/flows has those of a server': [
    'lab.spec.ts',
    'labData.spec.ts',
    'reactions/',
  ],
  'speaks of the files that a static host sends, or of how they are built or started': [
    'builds.spec.ts',
    'firstPaint.spec.ts',
    'start.spec.ts',
  ],
  'needs the service worker, which the project blocks': ['worker/'],
}

/** The tests of what only a server has. */
export const onlyOnServer = 'server.spec.ts'

/** Matches the titles of the tests that the project leaves out. */
export const notOnServer = new RegExp(
  [
    '@all',
    ...Object.values(serverFlows)
      .flat()
      .map((title) => title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')),
  ].join('|'),
)
