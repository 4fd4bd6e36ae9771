import { useEffect, useState } from 'react'

/** What `load` resolves to for an input; undefined until then, and if it fails. `load` does not change. */
export const useLoaded = <Input, Value>(input: Input | undefined, load: (input: Input) => Promise<Value>) => {
  const [value, setValue] = useState<Value>()
  useEffect(() => {
    if (input === undefined) return
    let isCurrent = true
    load(input).then(
      (loaded) => isCurrent && setValue(loaded),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [input, load])
  return value
}
