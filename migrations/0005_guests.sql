-- An account that waits for its address to be verified, and which guest becomes it then: at most one for each guest.
alter table users add column guest_id uuid unique references users on delete set null;

-- Those who go by themselves after a while: guests, and accounts whose address was never verified.
create index users_unverified on users (created_at) where not verified;
