import { useState } from 'react'
import { createPortal } from 'react-dom'
import type { ReportKind } from '#contract/values/reports.ts'
import { REPORT } from '#web/messages/reports.ts'
import { Button } from '#web/ui/button.tsx'
import { openedPart } from '#web/ui/opened-part.tsx'
import type { ReportedPlace } from './report-dialog.tsx'

const ReportDialog = openedPart(async () => (await import('./report-dialog.tsx')).ReportDialog)

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
  const [shown, setShown] = useState<{ place: ReportedPlace | undefined }>()
  const open = (place?: ReportedPlace) => setShown({ place })
  const dialog =
    shown &&
    // Outside of the header of a book, whose colours it would inherit.
    createPortal(
      <ReportDialog kind={kind} id={id} place={shown.place} onClose={() => setShown(undefined)} />,
      document.body,
    )
  return { open, dialog }
}
