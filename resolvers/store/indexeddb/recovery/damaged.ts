/** The database is not what its version promises: that is proven, and no other try changes it. */
export class DamagedError extends Error {
  override readonly name = 'DamagedError'
}
