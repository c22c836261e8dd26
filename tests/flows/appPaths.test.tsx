import { expect, test } from 'vitest'
import { matchRoutes, type RouteObject } from 'react-router-dom'
import { isAppPath } from '../../shared/appPaths.ts'
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
  '/settings',
  '/settings/x',
  '/graphiql',
  '/lab',
  '/px/',
  '/homepage',
])('the list of paths agrees with the routes of the app about %s', (path) => {
  const matched = matchRoutes(createRoutes(), path)?.some(({ route }) => !isCatchAll(route) && route.path)
  expect(isAppPath(path)).toBe(Boolean(matched))
})
