-- The encrypted ID token of a log-in at a provider, which the provider needs to end its session too.
alter table sign_in_sessions add column log_out_hint text;
