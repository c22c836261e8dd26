import { Component, type ReactNode } from 'react'

interface ErrorBoundaryProps {
  /** Renders in place of children that failed. `retry` renders the children again. */
  renderFallback: (error: unknown, retry: () => void) => ReactNode
  /** A new value renders failed children again. */
  resetKey?: unknown
  /** Called once for each failure. React reports the error itself. */
  onCatch?: (error: unknown) => void
  children: ReactNode
}

interface ErrorBoundaryState {
  failure: { error: unknown } | null
  resetKey: unknown
}

/** Renders a fallback when its children fail to render. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failure: null, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }

  static getDerivedStateFromProps({ resetKey }: ErrorBoundaryProps, state: ErrorBoundaryState) {
    return Object.is(resetKey, state.resetKey) ? null : { failure: null, resetKey }
  }

  override componentDidCatch(error: unknown) {
    this.props.onCatch?.(error)
  }

  override render() {
    const { failure } = this.state
    if (!failure) return this.props.children
    return this.props.renderFallback(failure.error, () => this.setState({ failure: null }))
  }
}
