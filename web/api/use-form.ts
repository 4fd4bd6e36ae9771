import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import type { Call } from '#contract/api/endpoint.ts'
import type { FieldErrors } from '#contract/api/problems.ts'
import { useToast } from '#web/ui/toast.tsx'
import { toFailure } from './failure.ts'
import { keyOf } from './query.ts'

export interface FormOptions<T> {
  /** Its failure message titles a failure. */
  call: Pick<Call, 'failureMessage'>
  /** The message when the server did not answer. */
  noAnswer?: string | undefined
  /** The form can't be submitted while this is false. */
  enabled?: boolean
  /** What is wrong before sending: messages by field, in the order of the form. */
  check?: () => FieldErrors
  send: () => Promise<T>
  /** What a toast says when it is done. */
  done?: string | ((answer: T) => string)
  /** Called when it is done, and that is said. */
  onSuccess?: (answer: T) => unknown
  /** Their answers are asked for again when it is done. It is pending until they are there. */
  outdated?: readonly Call[]
  onError?: (thrown: unknown) => unknown
}

/** Submits a form: checks it, sends it, and moves focus to the error summary or else to the first invalid field. */
export const useForm = <T>({
  call,
  noAnswer,
  enabled = true,
  check = () => ({}),
  send,
  done,
  onSuccess,
  outdated = [],
  onError,
}: FormOptions<T>) => {
  const summary = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const [found, setFound] = useState<FieldErrors>({})
  const client = useQueryClient()
  const toast = useToast()
  const { mutate, reset, isPending, error, data } = useMutation({
    mutationFn: send,
    onSuccess: async (answer) => {
      const said = typeof done === 'function' ? done(answer) : done
      if (said) toast.good(said)
      await onSuccess?.(answer)
      await Promise.all(outdated.map((one) => client.invalidateQueries({ queryKey: keyOf(one) })))
    },
    onError,
  })
  useEffect(() => {
    if (error || hasErrors(found)) (summary.current ?? firstInvalidField(form.current))?.focus()
  }, [found, error])
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending || !enabled) return
    form.current = event.currentTarget
    const checked = check()
    setFound(checked)
    if (hasErrors(checked)) reset()
    else mutate()
  }
  const failure = error ? toFailure(error, call, noAnswer) : undefined
  const errors = { ...failure?.errors, ...stillTrue(found, check()) }
  /** The props of a field: its name, what it has, what is wrong with that, and what a change of it does. */
  const field = <Value extends string>(name: string, value: Value, onChange: (value: Value) => void) => ({
    name,
    value,
    error: errors[name],
    // What is chosen is one of its options.
    onChange: (event: { target: { value: string } }) => onChange(event.target.value as Value),
  })
  return {
    onSubmit,
    isPending,
    error,
    failure,
    errors,
    field,
    data,
    reset,
    summary: { ref: summary, title: failure?.title },
  }
}

const hasErrors = (errors: FieldErrors) => Object.keys(errors).length > 0

/** The errors found on submit that are not corrected yet. New ones are shown on the next submit. */
const stillTrue = (found: FieldErrors, now: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(found).filter(([field, message]) => now[field] === message))

// By `elements`, since a table row has its fields in other cells than its form.
const firstInvalidField = (form: HTMLFormElement | null) =>
  [...(form?.elements ?? [])].find(
    (field): field is HTMLElement => field instanceof HTMLElement && field.getAttribute('aria-invalid') === 'true',
  )
