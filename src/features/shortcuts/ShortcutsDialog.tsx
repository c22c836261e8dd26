import { X } from 'lucide-react'
import { Fragment, useId } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/images/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { PreferenceSwitch } from '../../ui/fields/Switch.tsx'
import styles from './ShortcutsDialog.module.css'
import { shortcutGroups } from './shortcuts.ts'

/** The dialog of all keyboard shortcuts, with the switch of the settings. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const heading = useId()
  return (
    <Dialog wide labelledBy={heading} onClose={onClose}>
      <form method="dialog" className={styles.head}>
        <h2 id={heading}>Keyboard shortcuts</h2>
        <IconButton type="submit" label="Close">
          <Icon of={X} />
        </IconButton>
      </form>
      <div className={styles.keys}>
        {shortcutGroups.map((group) => (
          <section key={group.title} className={styles.group}>
            <h3>{group.title}</h3>
            <dl>
              {group.shortcuts.map(({ label, keys }) => (
                <div key={label} className={styles.row}>
                  <dt>{label}</dt>
                  <dd>
                    {keys.map((alternative, index) => (
                      <Fragment key={alternative}>
                        {index > 0 && <span>or</span>}
                        <Keys of={alternative} />
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className={styles.foot}>
        <PreferenceSwitch
          label="Keyboard shortcuts"
          hint="Turn off if they get in the way of your reader."
          preference="shortcuts"
        />
      </div>
    </Dialog>
  )
}

/** Renders keys as they are pressed: `G then H`, or `Ctrl + Enter`. */
function Keys({ of: keys }: { of: string }) {
  const joint = keys.includes('+') ? '+' : 'then'
  return keys.split(/[ +]/).map((key, index) => (
    <Fragment key={key}>
      {index > 0 && <span>{joint}</span>}
      <kbd className={styles.key}>{nameOf(key)}</kbd>
    </Fragment>
  ))
}

function nameOf(key: string): string {
  if (key === 'Ctrl' && /Mac|iP/.test(navigator.platform)) return 'Cmd'
  return key.length === 1 ? key.toUpperCase() : key
}
