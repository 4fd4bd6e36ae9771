-- Addresses of other systems that are told of events.
create table webhooks (
  id uuid primary key default gen_random_uuid(),
  url text not null check (length(url) <= 500),
  -- The key of the signature, as it was shown when the webhook was made.
  secret text not null,
  events text[] not null,
  is_active boolean not null default true,
  made_at timestamptz not null
);

-- What was sent or is to be sent to a webhook.
create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  webhook_id uuid not null references webhooks on delete cascade,
  event text not null,
  data jsonb not null,
  queued_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed', 'dropped')),
  attempts integer not null default 0,
  tried_at timestamptz,
  -- The status of the last answer; null where there was none.
  status integer,
  error text
);
create index webhook_deliveries_by_webhook on webhook_deliveries (webhook_id, queued_at desc, id);
create index webhook_deliveries_by_time on webhook_deliveries (queued_at);
