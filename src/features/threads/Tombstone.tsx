import { Shield, Trash2, type LucideIcon } from 'lucide-react'
import type { TombstoneReason } from '../../generated/types.ts'
import { Icon } from '../../ui/images/Icon.tsx'
import styles from './Thread.module.css'

const texts: Record<TombstoneReason, { icon: LucideIcon; text: string }> = {
  DELETED: { icon: Trash2, text: 'This post was deleted' },
  HIDDEN: { icon: Shield, text: 'Removed by a moderator' },
}

/** What a thread shows of a post that the viewer cannot see. */
export function Tombstone({ reason }: { reason: TombstoneReason }) {
  const { icon, text } = texts[reason]
  return (
    <p className={styles.gone}>
      <Icon of={icon} />
      {text}
    </p>
  )
}
