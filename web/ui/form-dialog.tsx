import { useId } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { Button } from './button.tsx'
import type { AskingProps } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'
import css from './dialog.module.css'

interface FormDialogProps extends AskingProps {
  /** What is said above the form. */
  text?: ReactNode
  /** Red, for what hides or deletes. */
  danger?: boolean
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/** A dialog with a form, whose fields are its children; its second button submits it. */
export const FormDialog = ({
  cancel,
  go,
  going = go,
  isPending,
  waits = false,
  text,
  danger = false,
  onSubmit,
  children,
  ...dialog
}: FormDialogProps) => {
  const form = useId()
  return (
    <Dialog
      {...dialog}
      busy={waits && isPending}
      closeLabel={cancel}
      actions={
        <Button type="submit" form={form} kind={danger ? 'plain' : 'strong'} danger={danger} busy={isPending}>
          {isPending ? going : go}
        </Button>
      }
    >
      {text}
      <form id={form} method="post" onSubmit={onSubmit} noValidate className={css.form}>
        {children}
      </form>
    </Dialog>
  )
}
