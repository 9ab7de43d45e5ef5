import { Component, type ReactNode } from 'react'

interface GuardProps {
  /** Drawn instead when the children cannot be. */
  fallback: ReactNode
  /** Another value is another try. */
  about: unknown
  onError: (error: unknown) => void
  children: ReactNode
}

interface GuardState {
  about: unknown
  broken: boolean
}

/** Keeps what goes wrong in drawing a part within that part: one strange row must not end the board. */
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
