import { Component, type ReactNode } from 'react'
import { RetryKeyContext } from '../apollo/useRetryKey.ts'
import { PageFailed } from './PageFailed.tsx'

interface PageBoundaryProps {
  /** Around the posts of a page whose other parts stay. */
  posts?: boolean
  children: ReactNode
}

interface PageBoundaryState {
  error: unknown
  retryKey: number
}

/** Error boundary with a retry; React reports the error itself. */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = { error: null, retryKey: 0 }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { posts = false, children } = this.props
    const { error, retryKey } = this.state
    if (!error) return <RetryKeyContext value={retryKey}>{children}</RetryKeyContext>
    return (
      <PageFailed
        error={error}
        posts={posts}
        onTryAgain={() => this.setState({ error: null, retryKey: retryKey + 1 })}
      />
    )
  }
}
