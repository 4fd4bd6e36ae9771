import { createExportLink, createWorksLink } from '#contract/calls/account-settings.ts'
import { EXPORT, EXPORT_WORKS } from '#web/messages/profile.ts'
import { DownloadExport } from './download-export.tsx'
import { Setting } from './setting.tsx'

/** Downloads one's data. */
export const DownloadData = () => (
  <Setting title={EXPORT.title} text={EXPORT.text}>
    <DownloadExport call={createExportLink} messages={EXPORT} />
  </Setting>
)

/** Downloads one's own books in the form that another site takes. */
export const DownloadWorks = () => (
  <Setting title={EXPORT_WORKS.title} text={EXPORT_WORKS.text}>
    <DownloadExport call={createWorksLink} messages={EXPORT_WORKS} />
  </Setting>
)
