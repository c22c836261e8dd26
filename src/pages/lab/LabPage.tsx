import { LabPanel } from '../../features/lab/LabPanel.tsx'
import { PageHead } from '../../layout/PageHead.tsx'
import { Sheet } from '../../ui/Sheet.tsx'

/** The lab as a page, public. */
export default function LabPage() {
  return (
    <>
      <PageHead title="Lab" />
      <Sheet>
        <LabPanel />
      </Sheet>
    </>
  )
}
