export interface RisingProgress {
  /** So much of so much has gone; `total` may be 0 where it is not known. */
  moved(loaded: number, total: number): void
  /** All is done and well. */
  finished(): void
}

/** The last byte sent is not yet a success. */
const almost = 0.99

/** Passes on a fraction that only rises, and that is 1 only once all is finished. */
export function risingProgress(onProgress: (fraction: number) => void): RisingProgress {
  let highest = 0
  const rise = (fraction: number) => {
    if (fraction <= highest) return
    highest = fraction
    onProgress(fraction)
  }
  return {
    moved: (loaded, total) => {
      if (total > 0) rise(Math.min(loaded / total, almost))
    },
    finished: () => rise(1),
  }
}
