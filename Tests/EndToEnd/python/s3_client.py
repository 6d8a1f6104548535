"""One download or upload with one S3 client at its defaults, for script/s3-clients. Ends with 0 when the client says that it is done.

usage: s3_client.py CLIENT get|put|parts ENDPOINT BUCKET KEY FILE
"""

import os
import sys
from pathlib import Path
from urllib.parse import urlsplit

KEY, SECRET, REGION = "test", "secret", "us-east-1"


def boto3(action, endpoint, bucket, key, file):
    import boto3
    client = boto3.client(
        "s3", endpoint_url=endpoint, region_name=REGION, aws_access_key_id=KEY, aws_secret_access_key=SECRET)
    if action == "get":
        client.download_file(bucket, key, file)
    else:
        client.upload_file(file, bucket, key)


def boto3_object(action, endpoint, bucket, key, file):
    import boto3
    client = boto3.client(
        "s3", endpoint_url=endpoint, region_name=REGION, aws_access_key_id=KEY, aws_secret_access_key=SECRET)
    if action == "get":
        Path(file).write_bytes(client.get_object(Bucket=bucket, Key=key)["Body"].read())
    else:
        client.put_object(Bucket=bucket, Key=key, Body=Path(file).read_bytes())


def minio(action, endpoint, bucket, key, file):
    from minio import Minio
    client = Minio(urlsplit(endpoint).netloc, access_key=KEY, secret_key=SECRET, secure=False, region=REGION)
    if action == "get":
        client.fget_object(bucket, key, file)
    else:
        client.fput_object(bucket, key, file)


def s3fs(action, endpoint, bucket, key, file):
    from s3fs import S3FileSystem
    files = S3FileSystem(endpoint_url=endpoint, key=KEY, secret=SECRET)
    if action == "get":
        files.get_file(f"{bucket}/{key}", file)
    else:
        files.put_file(file, f"{bucket}/{key}", chunksize=5 << 20)


def obstore(action, endpoint, bucket, key, file):
    from obstore.store import S3Store
    store = S3Store(
        bucket, endpoint=endpoint, access_key_id=KEY, secret_access_key=SECRET, region=REGION, virtual_hosted_style_request=False,
        client_options={"allow_http": True})
    if action == "get":
        Path(file).write_bytes(bytes(store.get(key).bytes()))
    else:
        store.put(key, Path(file))


def main():
    client, action, endpoint, bucket, key, file = sys.argv[1:]
    {"boto3": boto3, "boto3-object": boto3_object, "minio-py": minio, "s3fs": s3fs, "obstore": obstore}[client](
        action, endpoint, bucket, key, file)


if __name__ == "__main__":
    try:
        main()
    except Exception as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        sys.stderr.flush()
        # Threads of a client may still wait.
        os._exit(1)
