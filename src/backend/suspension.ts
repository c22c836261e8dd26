/**
 * Aborts open transactions when this page enters the back/forward cache of WebKit, and reloads the page if it returns.
 * WebKit suspends the page with its transactions, and every other page would wait for them. Call it once.
 *
 * @param abortOpenTransactions Returns whether there were any.
 */
export function abortTransactionsOnSuspension(abortOpenTransactions: () => boolean): void {
  // Other engines finish the transactions or remove the page from the cache. Chromium reports itself as 537.36.
  if (!/AppleWebKit\/(?!537\.36)/.test(navigator.userAgent)) return
  addEventListener('pagehide', ({ persisted }) => {
    if (persisted && abortOpenTransactions()) addEventListener('pageshow', () => location.reload())
  })
}
