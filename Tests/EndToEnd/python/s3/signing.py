"""Signatures of version 4 and 2 by hand, so that a test can choose what is wrong with them."""

import base64
import hashlib
import hmac
import json
from datetime import datetime, timedelta, timezone
from urllib.parse import quote

REGION = "us-east-1"


def now(**delta):
    return datetime.now(timezone.utc) + timedelta(**delta)


def _hmac(key, text, digest="sha256"):
    return hmac.new(key, text.encode() if isinstance(text, str) else text, digest).digest()


def signing_key(key, day, region=REGION):
    secret = ("AWS4" + key.secret_key).encode()
    return _hmac(_hmac(_hmac(_hmac(secret, day), region), "s3"), "aws4_request")


def link(key, host, method, path, expires=100, at=None, query=(), headers=(), region=REGION, algorithm="AWS4-HMAC-SHA256"):
    """The target of a presigned link, version 4. `headers` are to be sent with it, too. The query may have `X-Amz-Content-Sha256`."""
    at = at or now()
    stamp, day = at.strftime("%Y%m%dT%H%M%SZ"), at.strftime("%Y%m%d")
    scope = f"{day}/{region}/s3/aws4_request"
    fields = {"host": host, **{name.lower(): value for name, value in dict(headers).items()}}
    names = ";".join(sorted(fields))
    parameters = {"X-Amz-Algorithm": algorithm, "X-Amz-Credential": f"{key.access_key}/{scope}", "X-Amz-Date": stamp,
                  "X-Amz-Expires": str(expires), "X-Amz-SignedHeaders": names, **dict(query)}
    text = "&".join(sorted(f"{quote(name, safe='-_.~')}={quote(value, safe='-_.~')}" for name, value in parameters.items()))
    payload = parameters.get("X-Amz-Content-Sha256", "UNSIGNED-PAYLOAD")
    canonical = "\n".join([method, path, text, *(f"{name}:{fields[name]}" for name in sorted(fields)), "", names, payload])
    to_sign = "\n".join(["AWS4-HMAC-SHA256", stamp, scope, hashlib.sha256(canonical.encode()).hexdigest()])
    return f"{path}?{text}&X-Amz-Signature={_hmac(signing_key(key, day, region), to_sign).hex()}"


def fields(key, host, method, path, headers, payload, region=REGION):
    """The header fields of a request without a query, signed in version 4. `payload` is what `x-amz-content-sha256` says."""
    at = now()
    stamp, day = at.strftime("%Y%m%dT%H%M%SZ"), at.strftime("%Y%m%d")
    scope = f"{day}/{region}/s3/aws4_request"
    values = {"host": host, "x-amz-date": stamp, "x-amz-content-sha256": payload, **{name.lower(): value for name, value in headers.items()}}
    names = ";".join(sorted(values))
    canonical = "\n".join([method, path, "", *(f"{name}:{values[name]}" for name in sorted(values)), "", names, payload])
    to_sign = "\n".join(["AWS4-HMAC-SHA256", stamp, scope, hashlib.sha256(canonical.encode()).hexdigest()])
    signature = _hmac(signing_key(key, day, region), to_sign).hex()
    return {**values, "authorization": f"AWS4-HMAC-SHA256 Credential={key.access_key}/{scope},SignedHeaders={names},Signature={signature}"}


def link2(key, method, path, expires=100, at=None, query=(), headers=()):
    """The target of a presigned link, version 2."""
    until = str(int((at or now()).timestamp()) + expires)
    fields = {name.lower(): value for name, value in dict(headers).items()}
    amazon = "".join(f"{name}:{fields[name]}\n" for name in sorted(fields) if name.startswith("x-amz-"))
    resource = path + ("?" + "&".join(f"{name}={value}" if value else name for name, value in sorted(dict(query).items())) if query else "")
    to_sign = "\n".join([method, fields.get("content-md5", ""), fields.get("content-type", ""), until, amazon + resource])
    signature = base64.b64encode(_hmac(key.secret_key.encode(), to_sign, "sha1")).decode()
    pairs = [*dict(query).items(), ("AWSAccessKeyId", key.access_key), ("Expires", until), ("Signature", signature)]
    return path + "?" + "&".join(f"{name}={quote(value, safe='')}" for name, value in pairs)


def policy(conditions, expiration=None, **more):
    """A policy of an upload form, in base64."""
    document = {"expiration": expiration or now(seconds=6000).strftime("%Y-%m-%dT%H:%M:%SZ"), "conditions": conditions, **more}
    return base64.b64encode(json.dumps({name: value for name, value in document.items() if value is not None}).encode()).decode()


def form2(key, text):
    """The fields that sign a form, version 2."""
    signature = base64.b64encode(_hmac(key.secret_key.encode(), text, "sha1")).decode()
    return {"AWSAccessKeyId": key.access_key, "policy": text, "signature": signature}


def form4_fields(key, at=None):
    """The fields that a form of version 4 has beside its policy and its signature. Its policy has them as conditions."""
    at = at or now()
    return {"x-amz-algorithm": "AWS4-HMAC-SHA256", "x-amz-credential": f"{key.access_key}/{at:%Y%m%d}/{REGION}/s3/aws4_request",
            "x-amz-date": at.strftime("%Y%m%dT%H%M%SZ")}


def form4(key, text, fields):
    day = fields["x-amz-date"][:8]
    return {**fields, "policy": text, "x-amz-signature": _hmac(signing_key(key, day), text).hex()}


def multipart(fields, file=b"bar", filename="foo.txt", all_named=False, boundary="-----------------------7e21"):
    """A form's body and content type. `all_named` gives each field a file name, as some clients do."""
    lines = []
    for name, value in fields.items():
        named = f'; filename="{name}"' if all_named else ""
        lines += [f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"{named}\r\n\r\n'.encode(), value.encode(), b"\r\n"]
    if file is not None:
        lines += [f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{filename}"\r\n\r\n'.encode(), file, b"\r\n"]
    lines.append(f"--{boundary}--\r\n".encode())
    return b"".join(lines), f"multipart/form-data; boundary={boundary}"
