/** The routes of spec §7, below `/api`. A segment in braces matches any segment. The first match wins. */
export const routeNames = [
  'POST /auth/signup',
  'POST /auth/login',
  'GET /posts',
  'GET /posts/{postId}',
  'GET /posts/user/{username}',
  'POST /posts',
  'POST /posts/edit/{postId}',
  'DELETE /posts/{postId}',
  'POST /posts/like/{postId}',
  'POST /posts/dislike/{postId}',
  'GET /users',
  'GET /users/bookmark',
  'GET /users/{userId}',
  'POST /users/edit',
  'POST /users/bookmark/{postId}',
  'POST /users/remove-bookmark/{postId}',
  'POST /users/follow/{id}',
  'POST /users/unfollow/{id}',
] as const

export type RouteName = (typeof routeNames)[number]
