import type { Delivery, WebhookEvent } from '#contract/webhooks.ts'

/** The messages of the webhooks in the site settings. */
export const WEBHOOKS = {
  title: 'Webhooks',
  text: 'Another system, such as a chat or a school’s own site, is told of events here. Each message is signed with the webhook’s secret, as standardwebhooks.com describes.',
  loading: 'Loading webhooks...',
  url: 'Address',
  urlHint: 'Begins with https://',
  events: 'What it is told of',
  eventNames: {
    'book.published': 'A book is published',
    'book.updated': 'A published book is changed',
    'report.created': 'Something is reported',
  } satisfies Record<WebhookEvent, string>,
  add: 'Add a webhook',
  secret: 'Its secret, shown only once:',
  secretHint: 'The receiver needs it to check the signature.',
  copy: 'Copy the secret',
  copied: 'The secret is copied.',
  notCopied: 'It could not be copied. Select it and copy it.',
  none: 'No webhooks yet.',
  off: 'Turned off',
  turnOff: 'Turn off',
  turnOffOf: (host: string) => `Turn off the webhook to ${host}`,
  turnOn: 'Turn on',
  turnOnOf: (host: string) => `Turn on the webhook to ${host}`,
  test: 'Send a test',
  testOf: (host: string) => `Send a test to ${host}`,
  tested: 'A test is on its way. The log below shows its answer.',
  remove: 'Remove',
  removeOf: (host: string) => `Remove the webhook to ${host}`,
  removed: 'The webhook is removed.',
  changed: 'The webhook is changed.',
  log: 'Last messages',
  noLog: 'Nothing has been sent yet.',
  columns: { when: 'When', event: 'Event', outcome: 'Outcome' },
  ping: 'Test',
  outcome: ({ state, attempts, status, error }: Pick<Delivery, 'state' | 'attempts' | 'status' | 'error'>): string => {
    const answer = error ?? (status === null ? '' : `The answer was ${status}.`)
    if (state === 'delivered') return 'Delivered'
    if (state === 'dropped') return 'Not sent: the book is no longer shown, or the webhook was turned off'
    if (state === 'failed') return `Failed after ${attempts === 1 ? 'one attempt' : `${attempts} attempts`}. ${answer}`
    return attempts === 0
      ? 'Waiting'
      : `Will be tried again, after ${attempts === 1 ? 'one attempt' : `${attempts} attempts`}. ${answer}`
  },
} as const
