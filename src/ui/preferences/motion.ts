import { savedChoice } from '../../lib/tryStorage.ts'

/** What the user chooses. The first value is the default, which is not stored. */
export const motionChoices = ['system', 'full', 'reduced'] as const

export type MotionChoice = (typeof motionChoices)[number]

export function savedMotion(): MotionChoice {
  return savedChoice('motion', motionChoices)
}

/** Sets the attribute that styles and scripts read. */
export function showMotion(choice: MotionChoice): void {
  const system = reducedMotion().matches ? 'reduced' : 'full'
  document.documentElement.dataset['motion'] = choice === 'system' ? system : choice
}

export function reducedMotion(): MediaQueryList {
  return matchMedia('(prefers-reduced-motion: reduce)')
}
