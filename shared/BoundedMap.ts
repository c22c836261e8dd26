/**
 * A map with at most `limit` entries. Adding another removes the least recently set one, and passes it to `onRemoved`.
 */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #limit: number
  readonly #onRemoved: (key: Key, value: Value) => void

  constructor(limit: number, onRemoved: (key: Key, value: Value) => void = () => {}) {
    super()
    this.#limit = limit
    this.#onRemoved = onRemoved
  }

  override set(key: Key, value: Value): this {
    this.delete(key)
    super.set(key, value)
    for (const [oldest, removed] of this) {
      if (this.size <= this.#limit) break
      this.delete(oldest)
      this.#onRemoved(oldest, removed)
    }
    return this
  }
}
