/** How long a statement may run or wait for a lock, and how long a transaction may wait for its next statement. */
export const LIMITS = {
  statement_timeout: '10s',
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '10s',
}

/** For a transaction on whole tables, which has more to do than a request. */
export const WITHOUT_LIMITS = `
  set local statement_timeout = 0;
  set local lock_timeout = 0;
  set local idle_in_transaction_session_timeout = 0
`

/**
 * How long a server may take to answer a statement, which is longer than its own limits: then its machine or the network
 * has failed, or a commit waits for a standby.
 */
export const MAX_ANSWER_MS = 12_000
