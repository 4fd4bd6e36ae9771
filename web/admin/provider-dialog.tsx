import { X } from 'lucide'
import { useState } from 'react'
import { addProvider, changeProvider } from '#contract/calls/single-sign-on.ts'
import { DEFAULT_SCOPES, GROUP_TYPES_MAX, PROVIDER_NAME_MAX } from '#contract/values/single-sign-on.ts'
import { USER_TYPES, type UserType } from '#contract/values/people.ts'
import type { Provider, ProviderSettings } from '#contract/single-sign-on.ts'
import { api } from '#web/api/api-client.ts'
import { PROVIDER_FORM, PROVIDERS } from '#web/messages/providers.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { Options, SelectField, TextField } from '#web/ui/text-field.tsx'
import { CheckField } from './check-field.tsx'
import css from './providers.module.css'
import { useAdminForm } from './use-admin-form.ts'

const NEW: ProviderSettings = {
  name: '',
  issuer: '',
  clientId: '',
  scopes: DEFAULT_SCOPES,
  groupsClaim: 'groups',
  requiredGroup: '',
  groupTypes: [],
  allowsSignUp: true,
  trustsAddresses: false,
  trustsFactors: false,
  logsOutThere: false,
}

/** The settings of a provider without what the server adds to them. */
const toSettings = (provider: Provider): ProviderSettings => {
  const names = Object.keys(NEW) as (keyof ProviderSettings)[]
  return Object.fromEntries(names.map((name) => [name, provider[name]])) as ProviderSettings
}

interface ProviderDialogProps {
  /** The one to change, undefined for a new one. */
  provider: Provider | undefined
  onClose: () => void
  onSaved: () => Promise<void>
}

export const ProviderDialog = ({ provider, onClose, onSaved }: ProviderDialogProps) => {
  const [id, setId] = useState('')
  const [settings, setSettings] = useState(provider ? toSettings(provider) : NEW)
  const [clientSecret, setSecret] = useState('')
  const change = (part: Partial<ProviderSettings>) => setSettings({ ...settings, ...part })
  const isSecretLost = provider?.hasSecret && provider.issuer !== settings.issuer
  const { onSubmit, isPending, errors, field, summary } = useAdminForm({
    call: provider ? changeProvider : addProvider,
    check: () => ({ ...(isSecretLost && clientSecret === '' && { clientSecret: PROVIDER_FORM.secretAgain }) }),
    send: () =>
      provider
        ? api(changeProvider, {
            params: { provider: provider.id },
            body: { ...settings, ...(clientSecret !== '' && { clientSecret }) },
          })
        : api(addProvider, { body: { ...settings, id, clientSecret } }),
    done: (provider ? PROVIDERS.changed : PROVIDERS.added)(settings.name),
    onSuccess: onSaved,
  })
  const text = (name: 'name' | 'issuer' | 'clientId' | 'scopes' | 'groupsClaim' | 'requiredGroup') => ({
    ...field(name, settings[name], (typed) => change({ [name]: typed })),
    label: PROVIDER_FORM[name],
    autoComplete: 'off',
  })
  const check = (name: 'allowsSignUp' | 'trustsAddresses' | 'trustsFactors' | 'logsOutThere') => (
    <CheckField
      name={name}
      label={PROVIDER_FORM[name]}
      checked={settings[name]}
      onChange={(isChecked) => change({ [name]: isChecked })}
    />
  )
  return (
    <FormDialog
      wide
      title={provider ? PROVIDERS.changeOf(provider.name) : PROVIDERS.add}
      waits
      onClose={onClose}
      cancel={PROVIDER_FORM.cancel}
      go={PROVIDER_FORM.save}
      going={PROVIDER_FORM.saving}
      isPending={isPending}
      onSubmit={onSubmit}
    >
      <FormErrors {...summary} errors={errors} />
      <TextField {...text('name')} hint={PROVIDER_FORM.nameHint} maxLength={PROVIDER_NAME_MAX} required />
      {!provider && (
        <TextField
          label={PROVIDER_FORM.id}
          {...field('id', id, setId)}
          dir="ltr"
          hint={PROVIDER_FORM.idHint}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={32}
          required
        />
      )}
      <TextField {...text('issuer')} type="url" dir="ltr" hint={PROVIDER_FORM.issuerHint} required />
      <TextField {...text('clientId')} dir="ltr" spellCheck={false} required />
      <PasswordField
        label={PROVIDER_FORM.clientSecret}
        {...field('clientSecret', clientSecret, setSecret)}
        hint={provider?.hasSecret ? PROVIDER_FORM.secretKept : PROVIDER_FORM.secretHint}
        autoComplete="off"
      />
      <details className={css.part}>
        <summary>{PROVIDER_FORM.people}</summary>
        {check('allowsSignUp')}
        <TextField {...text('groupsClaim')} dir="ltr" hint={PROVIDER_FORM.groupsClaimHint} />
        <TextField {...text('requiredGroup')} hint={PROVIDER_FORM.requiredGroupHint} />
        <GroupTypes value={settings.groupTypes} onChange={(groupTypes) => change({ groupTypes })} />
      </details>
      <details className={css.part}>
        <summary>{PROVIDER_FORM.more}</summary>
        <TextField {...text('scopes')} dir="ltr" hint={PROVIDER_FORM.scopesHint} />
        {check('trustsAddresses')}
        {check('trustsFactors')}
        {check('logsOutThere')}
      </details>
    </FormDialog>
  )
}

type GroupType = ProviderSettings['groupTypes'][number]

interface GroupTypesProps {
  value: readonly GroupType[]
  onChange: (value: GroupType[]) => void
}

/** Which groups there make which type of account here. */
const GroupTypes = ({ value, onChange }: GroupTypesProps) => {
  const change = (place: number, part: Partial<GroupType>) =>
    onChange(value.map((one, index) => (index === place ? { ...one, ...part } : one)))
  return (
    <fieldset className={css.groups}>
      <legend>{PROVIDER_FORM.groupTypes}</legend>
      <p className="muted">{PROVIDER_FORM.groupTypesText}</p>
      {value.map(({ group, userType }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the rows have no other identity, and keep their order
        <div key={index} className={css.group}>
          <TextField
            label={PROVIDER_FORM.groupOf(index + 1)}
            name={`groupTypes.${index}.group`}
            autoComplete="off"
            value={group}
            onChange={(event) => change(index, { group: event.target.value })}
          />
          <SelectField
            label={PROVIDER_FORM.type}
            name={`groupTypes.${index}.userType`}
            aria-label={PROVIDER_FORM.typeOf(index + 1)}
            value={userType}
            onChange={(event) => change(index, { userType: event.target.value as UserType })}
          >
            <Options of={USER_TYPES} texts={PROVIDER_FORM.types} />
          </SelectField>
          <IconButton
            label={PROVIDER_FORM.removeGroup(index + 1)}
            onClick={() => onChange(value.filter((_, place) => place !== index))}
          >
            <Icon of={X} />
          </IconButton>
        </div>
      ))}
      {value.length < GROUP_TYPES_MAX && (
        <Button kind="quiet" onClick={() => onChange([...value, { group: '', userType: 'author' }])}>
          {PROVIDER_FORM.addGroup}
        </Button>
      )}
    </fieldset>
  )
}
