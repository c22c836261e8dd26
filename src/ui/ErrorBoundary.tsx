import { Component, createContext, use, type ReactNode } from 'react'
import { ChunkLoadError } from '../lib/loadModule.ts'
import { reconnections } from '../lib/reconnections.ts'

/** A rendering of a boundary's children until they fail. */
interface Attempt {
  /**
   * For `useSuspenseQuery`: a new key sends the query again. Apollo keeps a failed one for 30 s, also if its component is
   * unmounted.
   */
  queryKey: number
  /** Whether this boundary has rendered a failure before. */
  isRetry: boolean
}

const AttemptContext = createContext<Attempt>({ queryKey: 0, isRetry: false })

/** How many failures the boundaries of this page have rendered. Belongs to the page, because boundaries unmount. */
let failureCount = 0

/** Returns the attempt of the boundary around this component. */
export function useAttempt(): Attempt {
  return use(AttemptContext)
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
  attempt: Attempt
}

/** Renders a fallback when its children fail to render. Renders them again when the connection returns. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = {
    failure: null,
    resetKey: this.props.resetKey,
    attempt: { queryKey: currentKey(), isRetry: false },
  }

  private unsubscribe?: () => void

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: ErrorBoundaryState) {
    if (Object.is(props.resetKey, state.resetKey)) return null
    return { failure: null, resetKey: props.resetKey, attempt: state.failure ? nextAttempt() : state.attempt }
  }

  override componentDidMount() {
    this.unsubscribe = reconnections.subscribe(this.retry)
  }

  override componentWillUnmount() {
    this.unsubscribe?.()
  }

  override componentDidCatch(error: unknown) {
    failureCount += 1
    if (error instanceof ChunkLoadError) error.forget()
  }

  private readonly retry = () => {
    this.setState(({ failure }) => (failure ? { failure: null, attempt: nextAttempt() } : null))
  }

  override render() {
    const { failure, attempt } = this.state
    if (failure) return this.props.renderFallback(failure.error, this.retry)
    return <AttemptContext value={attempt}>{this.props.children}</AttemptContext>
  }
}

function nextAttempt(): Attempt {
  return { queryKey: currentKey(), isRetry: true }
}

/** Returns a key that changes with each failure, and when the connection returns: a query can fail after its page has closed. */
function currentKey(): number {
  return failureCount + reconnections.get()
}
