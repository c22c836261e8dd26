/**
 * The files of browser tests that also run against a server (the project `server`), with the titles of those tests that
 * do not: they speak of data in the browser, or of files that a server does not send. Tests tagged @all are left out.
 */
export const serverFlows: Readonly<Record<string, readonly string[]>> = {
  'composer.spec.ts': ['an upload shows that it is under way, and Cancel upload removes the picture'],
  'feeds.spec.ts': [],
  'follow.spec.ts': [],
  'guards.spec.ts': [],
  'live.spec.ts': [],
  'login.spec.ts': ['a refused log-in asks to reload if the code of error messages does not load'],
  'people.spec.ts': [],
  'persistence.spec.ts': ['a post, a like, a bookmark and a follow survive a reload'],
  'pictures.spec.ts': [
    'pictures keep their shape in a feed, and reserve their place',
    'a picture opens large, and is zoomed and closed by keyboard',
    'a press beside the picture closes it, a double click zooms it',
    'two fingers zoom a picture, and a swipe down closes it',
  ],
  'post.spec.ts': [
    'is edited in place: the focus is at the end, Update saves and closes',
    'asks on Escape or Cancel before a changed text is discarded, and the edit button gets the focus',
    'is deleted and restored by keyboard alone',
    'raises the count by one, an unlike lowers it, and 0 is not shown',
  ],
  'profile.spec.ts': ['a new picture shows at once, also in the navigation, and after a reload'],
  'publicPages.spec.ts': [],
  'search.spec.ts': ['shows its whole placeholder in a window of 320 px'],
  'sessions.spec.ts': [],
  'settings.spec.ts': [],
  'signup.spec.ts': [],
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
