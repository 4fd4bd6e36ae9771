import { type ComponentType, lazy } from 'react'

const never = () => new Promise<never>(() => {})

/**
 * A part of a page that is loaded when it is first shown. If it can't be, as without a network, what the server has rendered
 * of it stays, or the fallback.
 */
export const optionalPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await load().catch(never) }))
