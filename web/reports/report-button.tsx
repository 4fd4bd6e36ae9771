import { useState } from 'react'
import type { ComponentType } from 'react'
import { createPortal } from 'react-dom'
import type { ReportKind } from '#contract/calls/reports.ts'
import { REPORT } from '#web/messages/reports.ts'
import { Button } from '#web/ui/button.tsx'
import { NOT_OPENED } from '#web/ui/opened-part.tsx'
import { useToast } from '#web/ui/toast.tsx'
import type { ReportDialogProps, ReportedPlace } from './report-dialog.tsx'

/** Opens the dialog to report something; its code is loaded then. */
export const ReportButton = ({ kind, id, label }: { kind: ReportKind; id: string; label: string }) => {
  const { open, dialog } = useReportDialog({ kind, id })
  return (
    <>
      <Button kind="quiet" onClick={() => open()} aria-label={label}>
        {REPORT.report}
      </Button>
      {dialog}
    </>
  )
}

/** The dialog, for menus. `open` takes the place in a book that is being read. */
export const useReportDialog = ({ kind, id }: { kind: ReportKind; id: string }) => {
  const [shown, setShown] = useState<{ Dialog: ComponentType<ReportDialogProps>; place: ReportedPlace | undefined }>()
  const toast = useToast()
  const open = (place?: ReportedPlace) =>
    void import('./report-dialog.tsx').then(
      ({ ReportDialog }) => setShown({ Dialog: ReportDialog, place }),
      () => toast.bad(NOT_OPENED),
    )
  const dialog =
    shown &&
    // Outside of the header of a book, whose colours it would inherit.
    createPortal(
      <shown.Dialog kind={kind} id={id} place={shown.place} onClose={() => setShown(undefined)} />,
      document.body,
    )
  return { open, dialog }
}
