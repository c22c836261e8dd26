import { nullIfRefused } from '../services/errorCatalogue.ts'
import type { ServiceContext } from '../services/serviceContext.ts'

/** Admits what one address sends, by its cost in points (`graphql/cost.ts`). */
export interface Admission {
  /**
   * Charges the address and the user, and waits for a turn if there are many points. Resolves with a function that ends the
   * turn, and charges the points that were used in place of these. Rejects with `TOO_MANY_REQUESTS`, or with `UNAVAILABLE`
   * if the turn does not come.
   */
  begin(points: number, userId: string | undefined): Promise<(used: number) => Promise<void>>
  /** Charges a result of a subscription. Resolves once the next one may be read, or when the signal aborts. */
  pace(points: number, signal: AbortSignal): Promise<void>
}

/** What a request costs, in points. */
interface Price {
  /** Charged before the work. */
  expected: number
  /** Charged if the response is short. */
  least: number
  /** How many characters of the response cost a point. */
  charactersPerPoint: number
}

/**
 * Does the work of a request, which returns the text of its response, once it is admitted. Charges for the length of the
 * text. Returns it with the points that were charged.
 */
export async function admitted<Result extends { text: string }>(
  admission: Admission | undefined,
  { tokens, authorization }: Pick<ServiceContext, 'tokens' | 'authorization'>,
  { expected, least, charactersPerPoint }: Price,
  work: () => Promise<Result>,
): Promise<Result & { points: number }> {
  const pointsOf = ({ text }: Result) => Math.max(least, Math.ceil(text.length / charactersPerPoint))
  if (!admission) {
    const result = await work()
    return { ...result, points: pointsOf(result) }
  }
  const claims = authorization === null ? null : await tokens.verify(authorization).catch(nullIfRefused)
  const end = await admission.begin(expected, claims?.id)
  let points = least
  try {
    const result = await work()
    points = pointsOf(result)
    return { ...result, points }
  } finally {
    await end(points)
  }
}
