import { sendToDevice } from '#contract/calls/send-to-device.ts'
import { api } from '#web/api/api-client.ts'
import { useAction } from '#web/api/use-action.ts'
import { SEND } from '#web/messages/device-mail.ts'
import { Button } from '#web/ui/button.tsx'

/** Sends the EPUB of a book to the device of a member. */
export const SendToDevice = ({ bookId }: { bookId: string }) => {
  const { mutate, isPending } = useAction({
    call: sendToDevice,
    send: () => api(sendToDevice, { params: { id: bookId } }),
    done: SEND.queued,
  })
  return (
    <Button kind="quiet" busy={isPending} onClick={() => mutate()}>
      {isPending ? SEND.sending : SEND.send}
    </Button>
  )
}
