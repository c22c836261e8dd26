import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { printSlowTests } from '../../tools/slowTests.mjs'

/** Prints the slowest tests at the end of a run. */
export default class SlowTests implements Reporter {
  readonly #tests: { title: string; milliseconds: number }[] = []

  onTestEnd(test: TestCase, { duration }: TestResult): void {
    this.#tests.push({ title: test.titlePath().filter(Boolean).join(' > '), milliseconds: duration })
  }

  onEnd(): void {
    printSlowTests(this.#tests)
  }
}
