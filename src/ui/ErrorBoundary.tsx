import { Component, createContext, use, type ReactNode } from 'react'
import { ChunkLoadError } from '../lib/loadModule.ts'
import { reconnections } from '../lib/reconnections.ts'

const RetryCountContext = createContext(0)

/**
 * Returns how often the boundary around this component has rendered it again after a failure. As the `queryKey` of a query
 * it makes each try a new query, without the old error.
 */
export function useRetryCount(): number {
  return use(RetryCountContext)
}

interface ErrorBoundaryProps {
  /** Renders in place of children that failed. `retry` renders the children again. */
  renderFallback: (error: unknown, retry: () => void) => ReactNode
  /** A new value renders failed children again. */
  resetKey?: unknown
  children: ReactNode
}

interface ErrorBoundaryState {
  failure: { error: unknown } | null
  resetKey: unknown
  retries: number
}

/** Renders a fallback when its children fail to render. Renders them again when the connection returns. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failure: null, resetKey: this.props.resetKey, retries: 0 }
  private unsubscribe?: () => void

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: ErrorBoundaryState) {
    if (Object.is(props.resetKey, state.resetKey)) return null
    return { failure: null, resetKey: props.resetKey, retries: state.failure ? state.retries + 1 : state.retries }
  }

  override componentDidMount() {
    this.unsubscribe = reconnections.subscribe(this.retry)
  }

  override componentWillUnmount() {
    this.unsubscribe?.()
  }

  override componentDidCatch(error: unknown) {
    if (error instanceof ChunkLoadError) error.forget()
  }

  private readonly retry = () => {
    this.setState(({ failure, retries }) => (failure ? { failure: null, retries: retries + 1 } : null))
  }

  override render() {
    const { failure, retries } = this.state
    if (failure) return this.props.renderFallback(failure.error, this.retry)
    return <RetryCountContext value={retries}>{this.props.children}</RetryCountContext>
  }
}
