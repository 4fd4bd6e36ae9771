import { useLayoutEffect, useRef } from 'react'

/** A reference to the value of the last rendering, for what is called later. */
export const useLatest = <Value>(value: Value) => {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
