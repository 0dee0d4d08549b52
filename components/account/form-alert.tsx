import { Icon } from "@/components/ui/icon"

/** What the server said to the whole form; read aloud as soon as it is there. */
export const FormAlert = ({ message, more = "" }: { message: string; more?: string }) => (
  <div role="alert" className="form-alert">
    {message && (
      <div className="alert bad">
        <Icon name="alert" />
        <div>
          {message}
          {more && <p>{more}</p>}
        </div>
      </div>
    )}
  </div>
)
