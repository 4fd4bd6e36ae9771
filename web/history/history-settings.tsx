import { useState } from 'react'
import { asciiDigits } from '#contract/shapes/ascii-digits.ts'
import { deleteHistory, getHistory, setHistory } from '#contract/calls/reading.ts'
import { GOAL_MAX, GOALS, type GoalKind } from '#contract/values/reading.ts'
import type { History } from '#contract/reading.ts'
import { api } from '#web/api/api-client.ts'
import { useAction } from '#web/api/use-action.ts'
import { HISTORY } from '#web/messages/history.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Options, SelectField, TextField } from '#web/ui/text-field.tsx'
import css from './history.module.css'

type Choice = Pick<History, 'isKept' | 'goal'>

/** Switches the history on or off, sets a goal, and deletes all of it. */
export const HistorySettings = ({ isKept, goal }: Choice) => {
  const { mutate, isPending, variables } = useChoose()
  return (
    <section className={css.part} aria-labelledby="settings">
      <h2 id="settings">{HISTORY.settings}</h2>
      <p>{HISTORY.settingsText}</p>
      <label className={css.check}>
        <input
          type="checkbox"
          name="isKept"
          checked={isPending ? variables.isKept : isKept}
          aria-busy={isPending || undefined}
          onChange={(event) => !isPending && mutate({ isKept: event.target.checked, goal })}
        />
        {HISTORY.keep}
      </label>
      <GoalForm isKept={isKept} goal={goal} />
      <DeleteAll />
    </section>
  )
}

const useChoose = () =>
  useAction({
    call: setHistory,
    send: (body: Choice) => api(setHistory, { body }),
    done: HISTORY.saved,
    outdated: [getHistory],
  })

const GoalForm = ({ isKept, goal }: Choice) => {
  const { mutate, isPending } = useChoose()
  const [kind, setKind] = useState<GoalKind | undefined>(goal?.kind)
  const [amount, setAmount] = useState(goal ? String(goal.amount) : '')
  const [error, setError] = useState<string>()
  const save = () => {
    const max = kind ? GOAL_MAX[kind] : 0
    const digits = asciiDigits(amount)
    const isGood = !kind || (/^\d{1,4}$/.test(digits) && Number(digits) >= 1 && Number(digits) <= max)
    setError(isGood ? undefined : HISTORY.badAmount(max))
    if (isGood) mutate({ isKept, goal: kind ? { kind, amount: Number(digits) } : null })
    else document.querySelector<HTMLInputElement>('#field-amount')?.focus()
  }
  return (
    <form
      className={css.goalForm}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <SelectField
        label={HISTORY.goalKind}
        name="goal"
        hint={HISTORY.goalText}
        value={kind ?? ''}
        onChange={(event) => setKind(GOALS.find((one) => one === event.target.value))}
      >
        <option value="">{HISTORY.goalKinds.none}</option>
        <Options of={GOALS} texts={HISTORY.goalKinds} />
      </SelectField>
      {kind && (
        <TextField
          label={HISTORY.amount}
          name="amount"
          inputMode="numeric"
          autoComplete="off"
          value={amount}
          error={error}
          onChange={(event) => setAmount(event.target.value)}
        />
      )}
      <Button type="submit" busy={isPending}>
        {HISTORY.save}
      </Button>
    </form>
  )
}

const DeleteAll = () => {
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending } = useAction({
    call: deleteHistory,
    send: () => api(deleteHistory),
    done: HISTORY.deleted,
    outdated: [getHistory],
    onDone: () => setAsking(false),
  })
  return (
    <>
      <Button danger onClick={() => setAsking(true)}>
        {HISTORY.delete}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={HISTORY.deleteTitle}
        cancel={HISTORY.cancel}
        go={HISTORY.delete}
        isPending={isPending}
        onConfirm={() => mutate()}
      >
        <p>{HISTORY.deleteText}</p>
      </ConfirmDialog>
    </>
  )
}
