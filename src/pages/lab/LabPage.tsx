import { LabPanel } from '../../features/lab/LabPanel.tsx'
import { PageHead } from '../../layout/PageHead.tsx'
import { Surface } from '../../ui/Surface.tsx'

/** The lab. This page is public. */
export default function LabPage() {
  return (
    <>
      <PageHead title="Lab" />
      <Surface>
        <LabPanel />
      </Surface>
    </>
  )
}
