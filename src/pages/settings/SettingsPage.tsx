import { ArrowLeft, Monitor, Moon, Sun } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { appPages } from '../../../shared/appPages.ts'
import { linksDeveloperPages } from '../../backend/host.ts'
import { PageHead } from '../../layout/page/PageHead.tsx'
import { useIsPhone } from '../../ui/breakpoints.ts'
import { classes } from '../../ui/classes.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Icon } from '../../ui/images/Icon.tsx'
import { IconButtonLink } from '../../ui/IconButton.tsx'
import { choosePreferences, usePreferences } from '../../ui/preferences/preferences.ts'
import { Surface } from '../../ui/Surface.tsx'
import { SettingRow } from '../../ui/fields/SettingRow.tsx'
import { PreferenceSwitch } from '../../ui/fields/Switch.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import { DownloadMyData } from './DownloadMyData.tsx'
import { NotificationSettings } from './NotificationSettings.tsx'
import { PushSwitch } from './PushSwitch.tsx'
import { SegmentedControl } from './SegmentedControl.tsx'
import styles from './SettingsPage.module.css'
import { SignOutEverywhere } from './SignOutEverywhere.tsx'

/** The settings of this device and of the viewer's account. Changes are saved at once. */
export default function SettingsPage() {
  const isPhone = useIsPhone()
  const { theme, motion } = usePreferences()
  return (
    <>
      <PageHead
        title={appPages.settings.title}
        start={
          isPhone && (
            <IconButtonLink to="/userprofile" label="Back to your profile">
              <Icon of={ArrowLeft} />
            </IconButtonLink>
          )
        }
      />
      <Section title="Appearance">
        <SegmentedControl
          label="Theme"
          hint="System follows your device."
          value={theme}
          onChange={(value) => choosePreferences({ theme: value })}
          options={[
            { value: 'light', label: 'Light', icon: <Icon of={Sun} /> },
            { value: 'dark', label: 'Dark', icon: <Icon of={Moon} /> },
            { value: 'system', label: 'System', icon: <Icon of={Monitor} /> },
          ]}
        />
        <SegmentedControl
          label="Motion"
          hint="Reduced stops slides, beats and loops."
          value={motion}
          onChange={(value) => choosePreferences({ motion: value })}
          options={[
            { value: 'system', label: 'System' },
            { value: 'full', label: 'Full' },
            { value: 'reduced', label: 'Reduced' },
          ]}
        />
      </Section>
      <Section title="Writing">
        <PreferenceSwitch
          label="Remind me about alt text"
          hint="Ask once before a picture is posted without a description."
          preference="altReminder"
        />
        <PreferenceSwitch
          label="Keyboard shortcuts"
          hint="Single keys such as J, K and L. Press ? to see them all."
          preference="shortcuts"
        />
      </Section>
      <Section title={appPages.notifications.title}>
        <NotificationSettings />
        <PushSwitch />
      </Section>
      <Section title="Account">
        <DownloadMyData />
        <SignOutEverywhere />
      </Section>
      {linksDeveloperPages() && (
        <Section title="For developers">
          <DeveloperPage
            label="Query the data"
            hint="Runs any operation of the GraphQL API."
            to={appPages.graphiql.path}
          >
            GraphiQL
          </DeveloperPage>
          <DeveloperPage
            label="Test a bad network"
            hint="Simulates latency and faults, and logs the requests."
            to={appPages.lab.path}
          >
            Lab
          </DeveloperPage>
        </Section>
      )}
      <Section title="Danger zone" danger>
        <DeleteAccount />
      </Section>
    </>
  )
}

interface DeveloperPageProps {
  label: string
  hint: string
  to: string
  /** The name of the page. */
  children: string
}

function DeveloperPage({ label, hint, to, children }: DeveloperPageProps) {
  return (
    <SettingRow label={label} hint={hint}>
      {(hintId) => (
        <ButtonLink size="sm" variant="outline" aria-describedby={hintId} to={to}>
          {children}
        </ButtonLink>
      )}
    </SettingRow>
  )
}

interface SectionProps {
  title: string
  /** Marks it as dangerous. */
  danger?: boolean
  children: ReactNode
}

function Section({ title, danger = false, children }: SectionProps) {
  const id = useId()
  return (
    <Surface as="section" className={classes(styles.section, danger && styles.danger)} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </Surface>
  )
}
