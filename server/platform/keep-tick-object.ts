import { executionAsyncResource } from 'node:async_hooks'

/**
 * Keeps one object of `process.nextTick` alive, for as long as the result is. Node makes one for each call, and V8 forgets
 * their hidden class when a garbage collection finds none of them; from then on each takes several calls into the runtime,
 * which cost a cached response a quarter of its time (docs/decisions/098-a-kept-tick-object.md).
 */
export const keepTickObject = (): Promise<object> =>
  new Promise((resolve) => {
    process.nextTick(() => resolve(executionAsyncResource()))
  })
