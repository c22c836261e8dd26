import { expect, test } from 'vitest'
import { matchRoutes, type RouteObject } from 'react-router-dom'
import { appPages, pageAt, usernameAt, userPath } from '../../shared/appPages.ts'
import { createRoutes } from '../../src/routes.ts'

/** The route of the page that is shown where the app has none. */
const isCatchAll = ({ path }: RouteObject) => path === '*'

test.each([
  '/',
  '/home',
  '/home/',
  '/Home',
  '/home/x',
  '/home//',
  '//',
  '/userprofile',
  '/userprofile/x',
  '/userprofile/a%20b',
  '/userprofile/x/y',
  '/userprofile/x/followers',
  '/userprofile/x/following',
  '/post/x/likes',
  '/post',
  '/post/',
  '/post/x',
  '/search',
  '/search/x',
  '/settings',
  '/settings/x',
  '/graphiql',
  '/lab',
  '/px/',
  '/user',
  '/user/',
  '/user/a%2Fb',
  '/user/a/b/',
  '/homepage',
])('the list of pages agrees with the routes of the app about %s', (path) => {
  const matched = matchRoutes(createRoutes(), path)?.some(({ route }) => !isCatchAll(route) && route.path)
  expect(pageAt(path) !== undefined).toBe(Boolean(matched))
})

test.each(['ana', 'a/b', 'a%2Fb', 'a%252Fb', '.', '..', '@..', '@@.', '...', '50%', 'a?b#c', 'a b/', '%2e%2e', '日本'])(
  'the path of the user %s names no other user, in the address bar either',
  (username) => {
    const { pathname, search, hash } = new URL(userPath(username), 'https://weft.example')
    expect(usernameAt(pathname)).toBe(username)
    expect(search + hash).toBe('')
    expect(pageAt(pathname)).toMatchObject(appPages.user)
  },
)

test.each([
  ['/user/a/b', 'a/b'],
  ['/user/a/b/', 'a/b'],
  ['/User/50%', '50%'],
  ['/user/@ana', '@ana'],
])('the typed path %s is that of the user %s', (path, username) => {
  expect(usernameAt(path)).toBe(username)
})
