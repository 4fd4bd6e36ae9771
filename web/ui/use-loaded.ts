import { useEffect, useState } from 'react'

type Load<Input, Value> = (input: Input) => Promise<Value>

/** What `load` resolves to for the input; undefined until then, and if it fails. */
export const useLoaded = <Input, Value>(input: Input | undefined, load: Load<Input, Value>): Value | undefined => {
  const last = useLast(input, load)
  return last && last.input === input && last.load === load ? last.value : undefined
}

/** The same, but what was loaded for the last input stays until that for this one is there. */
export const useLastLoaded = <Input, Value>(input: Input | undefined, load: Load<Input, Value>): Value | undefined =>
  useLast(input, load)?.value

const useLast = <Input, Value>(input: Input | undefined, load: Load<Input, Value>) => {
  const [last, setLast] = useState<{ input: Input; load: Load<Input, Value>; value: Value }>()
  useEffect(() => {
    if (input === undefined) return
    let isCurrent = true
    load(input).then(
      (value) => isCurrent && setLast({ input, load, value }),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [input, load])
  return last
}
