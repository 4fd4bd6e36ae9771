import type { FastifyInstance } from 'fastify'
import * as follows from '#contract/follows.ts'
import * as notices from '#contract/notices.ts'
import { oneClick } from '#server/accounts/email/one-click.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { follow, listFollows, readFollow, unfollow } from './follow.ts'
import { listNoticeSettings, setNoticeWay, stopNoticeMails } from './notice-settings.ts'
import { listNotices, markRead } from './read-notices.ts'
import { countUnread } from './shown-notices.ts'

export const noticeRoutes = (serve: Serve, services: Services) => {
  serve(follows.listFollows, ({ query, caller }) => listFollows(services, caller.id, query.before))
  serve(follows.getFollow, ({ params, caller }) => readFollow(services, { userId: caller.id, ...params }))
  serve(follows.follow, ({ params, caller }) => follow(services, { userId: caller.id, ...params }))
  serve(follows.unfollow, ({ params, caller }) => unfollow(services, { userId: caller.id, ...params }))

  serve(notices.listNotices, ({ query, caller }) => listNotices(services, caller.id, query.before))
  serve(notices.countNotices, ({ caller }) => countUnread(services, caller.id))
  serve(notices.markNoticesRead, ({ body, caller }) => markRead(services, caller.id, body))
  serve(notices.listNoticeSettings, ({ caller }) => listNoticeSettings(services, caller.id))
  serve(notices.setNoticeWay, ({ params, body, caller }) => setNoticeWay(services, caller.id, { ...params, ...body }))
  serve(notices.stopNoticeMails, ({ body }) => stopNoticeMails(services, body.token))
}

export const stopNoticesRoute = (app: FastifyInstance, services: Services) =>
  oneClick(app, notices.STOP_NOTICES_PAGE, (token) => stopNoticeMails(services, token))
