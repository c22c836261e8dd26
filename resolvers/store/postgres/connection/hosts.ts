/**
 * Returns a URL for each host of a server: `postgres://u:p@h1:5432,h2:5432/db` names two, one of which is the primary.
 * `pg` connects to one host only.
 */
export function hostUrls(url: string): [string, ...string[]] {
  const [, start = '', hosts = '', end = ''] = /^([a-z]+:\/\/(?:[^/?]*@)?)([^/?@]*)(.*)$/.exec(url) ?? []
  const [first = '', ...others] = hosts.split(',')
  return others.length === 0 ? [url] : [`${start}${first}${end}`, ...others.map((host) => `${start}${host}${end}`)]
}

/** The hosts of a server, of which connections are opened to one until it fails: `leave` goes on to the next one. */
export class Hosts {
  readonly #urls: readonly string[]
  #index = 0

  constructor(url: string) {
    this.#urls = hostUrls(url)
  }

  get count(): number {
    return this.#urls.length
  }

  /** The index of the host to connect to. */
  get current(): number {
    return this.#index
  }

  /** The URL of the host to connect to. */
  get url(): string | undefined {
    return this.#urls[this.#index]
  }

  /** Goes on to the next host, unless another call has done so. */
  leave(index: number): void {
    if (index === this.#index) this.#index = (index + 1) % this.#urls.length
  }
}
