import { Download } from 'lucide'
import { useState } from 'react'
import type { MouseEvent } from 'react'
import { countAppDownload } from '#contract/calls/site.ts'
import { api } from '#web/api/api-client.ts'
import { useSiteSettings } from '#web/document/site-settings.ts'
import { useInstall } from '#web/install/install-prompt.ts'
import { Button, ButtonAnchor } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { DOWNLOAD } from '#web/messages/download.ts'
import { InstallHelp } from './install-help.tsx'

/** The longest that the download waits for the counting call. */
const COUNT_MS = 1000

/** Counts the click, then downloads the app file. Without an app file it installs the web app, or explains how to. */
export const DownloadNow = () => {
  const { appFile } = useSiteSettings()
  if (!appFile) return <Install kind="strong" big />
  return (
    <ButtonAnchor kind="strong" big href={appFile} onClick={(event) => void countAndDownload(event, appFile)}>
      <Icon of={Download} />
      {DOWNLOAD.buttonForFile}
    </ButtonAnchor>
  )
}

/** Beside the app file, which iPhones and computers can't use. */
export const InstallSite = () => {
  const site = useSiteSettings()
  return site.appFile ? <Install kind="quiet" label={DOWNLOAD.help.title(site)} /> : null
}

const Install = ({ label, ...style }: { kind: 'strong' | 'quiet'; big?: boolean; label?: string }) => {
  const install = useInstall()
  const [helping, setHelping] = useState(false)
  const press = () => {
    void count()
    if (install) void install()
    else setHelping(true)
  }
  return (
    <>
      <Button {...style} onClick={press}>
        {label ?? (
          <>
            <Icon of={Download} />
            {DOWNLOAD.button}
          </>
        )}
      </Button>
      <InstallHelp open={helping} onClose={() => setHelping(false)} />
    </>
  )
}

const count = () => api(countAppDownload).catch(() => undefined)

const countAndDownload = async (event: MouseEvent, address: string) => {
  event.preventDefault()
  await Promise.race([count(), new Promise((resolve) => setTimeout(resolve, COUNT_MS))])
  window.location.assign(address)
}
