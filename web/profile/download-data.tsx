import { createExportLink } from '#contract/calls/account-settings.ts'
import { EXPORT } from '#web/messages/profile.ts'
import { DownloadExport } from './download-export.tsx'
import { Setting } from './setting.tsx'

/** Downloads one's data. */
export const DownloadData = () => (
  <Setting title={EXPORT.title} text={EXPORT.text}>
    <DownloadExport call={createExportLink} messages={EXPORT} />
  </Setting>
)
