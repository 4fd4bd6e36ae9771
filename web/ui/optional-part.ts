import { type ComponentType, lazy } from 'react'

/** A part of a page that is loaded when it is first shown, and left out if it can't be, as without a network. */
export const optionalPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async (): Promise<{ default: ComponentType<Props> }> => ({ default: await load().catch(() => () => null) }))
