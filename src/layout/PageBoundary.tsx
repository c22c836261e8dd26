import { Component, type ReactNode } from 'react'
import { AttemptContext } from '../apollo/useRetryKey.ts'
import { PageFailed } from './PageFailed.tsx'

interface PageBoundaryState {
  error: unknown
  attempt: number
}

/** Puts a way on in the place of a page that failed; React reports the error itself. */
export class PageBoundary extends Component<{ children: ReactNode }, PageBoundaryState> {
  override state: PageBoundaryState = { error: null, attempt: 0 }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error, attempt } = this.state
    if (error)
      return <PageFailed error={error} onTryAgain={() => this.setState({ error: null, attempt: attempt + 1 })} />
    return <AttemptContext value={attempt}>{this.props.children}</AttemptContext>
  }
}
