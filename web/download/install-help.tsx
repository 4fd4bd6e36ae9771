import { useSiteSettings } from '#web/document/site-settings.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DOWNLOAD } from '#web/messages/download.ts'
import css from './install-help.module.css'

/** Explains how to install the web app in browsers without an install prompt. */
export const InstallHelp = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <Dialog open={open} onClose={onClose} title={DOWNLOAD.help.title(useSiteSettings())} closeLabel={DOWNLOAD.help.close}>
    <p>{DOWNLOAD.help.text}</p>
    <dl className={css.ways}>
      {DOWNLOAD.help.ways.map(([browser, way]) => (
        <div key={browser}>
          <dt>{browser}</dt>
          <dd>{way}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
)
