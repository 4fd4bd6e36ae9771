import type { Services } from '#server/platform/services.ts'

export type FactorEvent =
  | 'app added'
  | 'app removed'
  | 'passkey added'
  | 'passkey removed'
  | 'wrong code'
  | 'recovery code used'
  | 'recovery codes replaced'
  | 'factors removed by an administrator'

/** Reports a change or use of second factors, without any secret. */
export const reportFactorEvent = ({ log }: Pick<Services, 'log'>, userId: string, event: FactorEvent): void => {
  log.info({ userId, event }, 'second factor')
}
