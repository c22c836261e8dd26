export interface TrackedTransaction {
  readonly done: Promise<unknown>
  abort(): void
}

const open = new Set<TrackedTransaction>()

/** Tracks a transaction until it ends. If it fails, `done` alone causes no unhandled rejection. */
export function trackTransaction<Tx extends TrackedTransaction>(tx: Tx): Tx {
  open.add(tx)
  const untrack = () => open.delete(tx)
  tx.done.then(untrack, untrack)
  return tx
}

/** Aborts all transactions of this page that have not ended. Returns whether there were any. */
export function abortOpenTransactions(): boolean {
  for (const tx of open) abort(tx)
  return open.size > 0
}

/** Aborts a transaction. Does nothing if it has already ended. */
export function abort(tx: { abort(): void }): void {
  try {
    tx.abort()
  } catch {
    // It has already ended; its changes are committed or undone.
  }
}
