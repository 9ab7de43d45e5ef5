import { Component, type ReactNode } from 'react'

interface GuardProps {
  /** Rendered if the children fail. */
  fallback: ReactNode
  /** A new value renders the children again after a failure. */
  about: unknown
  onError: (error: unknown) => void
  children: ReactNode
}

interface GuardState {
  about: unknown
  broken: boolean
}

/** An error boundary: one malformed row must not end the board. */
export class Guard extends Component<GuardProps, GuardState> {
  override state: GuardState = { about: this.props.about, broken: false }

  static getDerivedStateFromError(): Partial<GuardState> {
    return { broken: true }
  }

  static getDerivedStateFromProps({ about }: GuardProps, state: GuardState): GuardState | null {
    return about === state.about ? null : { about, broken: false }
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error)
  }

  override render(): ReactNode {
    return this.state.broken ? this.props.fallback : this.props.children
  }
}
