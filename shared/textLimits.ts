/**
 * The longest texts that the backend accepts from clients, in characters as `maxlength` counts them (UTF-16 code
 * units). A search text has the limit of a first name.
 */
export const textLimits = {
  content: 100_000,
  bio: 100_000,
  username: 200,
  firstName: 200,
  lastName: 200,
  email: 200,
  mediaType: 200,
  mediaUrl: 2_000,
  mediaAlt: 500,
  portfolioUrl: 2_000,
  avatarUrl: 2_000,
  idempotencyKey: 200,
}
